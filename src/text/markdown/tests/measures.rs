use super::*;

#[test]
fn text_has_lines_and_cells() {
    let source = "# T\n\na *b*\nc\n\n- d\n- e[^n]\n\n|f|g|\n|-|-|\n|h|i|\n\n```\nj\n  k\n```\n\n[^n]: l";
    assert_eq!(text_of(&parse(source)), "T\na b c\nd\ne[1]\nf\tg\nh\ti\nj\n  k\nl");
}
