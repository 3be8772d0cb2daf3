use super::*;

#[test]
fn text_has_lines_and_cells() {
    let source = "# T\n\na *b*\nc\n\n- d\n- e[^n]\n\n|f|g|\n|-|-|\n|h|i|\n\n```\nj\n  k\n```\n\n[^n]: l";
    assert_eq!(text_of(&parse(source)), "T\na b c\nd\ne[1]\nf\tg\nh\ti\nj\n  k\nl");
}

#[test]
fn words_of_several_scripts_are_counted() {
    for (source, count) in
        [("", 0), ("one **two** three's", 3), ("-- !? --", 0), ("你好，世界", 4), ("用Rust写", 3), ("a\tb", 2)]
    {
        assert_eq!(words(&parse(source)), count, "{source}");
    }
}
