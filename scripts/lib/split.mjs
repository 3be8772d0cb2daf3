// Takes the parts of the app that a first look at a session does not need out of its WebAssembly module, into a second
// one that is fetched when the first of them is called or wanted (public/boot.js sees to that). Trunk runs it after a
// release build:
//   node scripts/lib/split.mjs        with TRUNK_STAGING_DIR and TRUNK_PROFILE set
//
// Every function that belongs to the second part stays in the first as a stub: it makes sure that the second part is
// there and jumps to it through a table. So it is never wrong to name too much below; it only means that the second part
// is fetched earlier. The two share memory, tables and globals, and the second one calls back by short export names.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** What is in the second part: functions whose full names (with all their type arguments) speak of one of these. */
const SECOND = [
  // Everything that is drawn for calls other than searches of the web, with what is read and computed for it. (A recording
  // is read without the second part only where it is known to hold no such calls: see `page::shelf`.)
  /^<?webcard::card::(agent|block|content|details|diff|lines|of_arguments|plan|read|reason|search|terminal|waiting|web::fetch)\b/,
  /webcard::card::(agent|diff|lines|plan|read|search|terminal|web::fetch)\b/,
  /webcard::card::inquiry::(body|inquiry|questions?)\b|^webcard::(card::frame::raw|lang::zh::meaning|view::result::search)$/,
  /webcard::present::(diff|plan|problem|read|search::by_file|terminal)\b/,
  /^[<&]*webcard::transcript::(fold::inquiries|tasks)\b|webcard::view::(plan|question)\b/,
  /<webcard::transcript::fold::Fold>::(call_of|house|inquiry_settled|person_asked|put|set_pending|take_pending)\b|entry::VacantEntry<webcard::transcript::update::InquiryId\b/,
  /webcard::view::result::(search|Diff|FileDiff|FileMatches|Line|LineMatch|Matches|Paths|Read|Search|Terminal|WebFetch)\b.* as webcard::view::fields::Strict/,
  /<webcard::dialect::dsh::Reader>::(event|header|history|row)|webcard::dialect::dsh::(inquiry|packed|projections)\b/,
  /webcard::text::(ansi|code|diff|json|status)\b/,
  /webcard::ui::(code|colour|copy|highlighter|long::(?!text$)|rows|scroll)\b/,
  /webcard::present::chip::(of_search|of_terminal|told|last_text|is_shell_of_unknown_end)\b|<webcard::present::search::Extent>/,
  /webcard::text::visible::(named|revealed)\b/,
  // What is said of what cannot be read.
  /<webcard::transcript::Transcript>::(tell|stand|came_again)\b|<webcard::transcript::fold::Fold>::(note|came_again)\b|^<&*webcard::(transcript::update::(Trouble|Large)|view::fields::(Malformed|Kind)) as core::fmt::Display>/,
  /\b(anstyle_parse|gix_imara_diff|unicode_width)::/,
  // What only texts have that are too long to be drawn at once, or hide towers of marks.
  /webcard::text::(markdown::portions|marks::cut)\b/,
  // Text that is still being written: what is there as a whole takes none of it.
  /webcard::text::(chunks|markdown::growing)\b/,
  /webcard::ui::(growing|growing_text|keyed)\b/,
  /webcard::page::flow::(Grown|__component_grown)\b/,
  // Other pages than that of a session, and files of the reader's own.
  /webcard::page::(home|notes|open::(?!OpenButton|__component_open_button|opener$))\b/,
  /webcard::(keep::(open|store)|opening|present::opening|stream::archive)\b/,
  /<webcard::keep::Library>::(?!new)/,
  /\brawzip::/,
  // What draws something anew or takes it away, and what keeps states to go back to: a first look is drawn once, from a
  // recording that is complete (see `page::feed`).
  // (Of the two that are left out one is for texts, and the other, which does nothing, is the same as several.)
  /into_any::rebuild::<(?!alloc::string::String>|[\w:]+<[\w:]+<tachys::html::element::elements::Br,)/,
  /tachys::view::keyed::(diff|apply_diff)\b/,
  /^<webcard::(transcript|view)\b.* as core::clone::Clone>::clone$/,
  // What a reader has to ask for with a click or a key.
  /leptos_router::.*\b(handle_anchor_click|redirect|navigate|complete_navigation)\b/,
  /webcard::page::feed::.*\b(wind_and_play|drive|go|read_more|sleep)\b/,
  /webcard::page::session::(branches|failed|loose|nothing)\b|webcard::page::flow::(failure|notice|turn_end)\b/,
  // What only letters beyond ASCII in the label of a footnote or a reference need.
  /^unicase::unicode\b|^<str>::to_lowercase$/,
  // What no part of the app runs, and the compiler cannot tell.
  / as core::fmt::Debug>::fmt$/,
  /into_any_attr::(clone|rebuild)\b| as tachys::view::Mountable>::elements|any_view::elements::</,
  /wasm_streams::(readable::into_underlying|writable)/,
];

/**
 * What is never in it: code for all types alike. Where it came out the same for several, one was kept, and its name speaks
 * only of that one's.
 */
const SHARED = /^[<&]*(alloc::(raw_vec|boxed|sync|vec)|core::(any|cell|clone|ops::function|option|ptr|slice)|std|reactive_graph|send_wrapper|guardian|tachys::(erased|view::any_view))::|^webcard::stream::body::/;

/** Under this prefix stand the exports that only the second part imports. */
const PREFIX = "$";

const toolbox = new URL("../../end2end/node_modules/binaryen/index.js", import.meta.url);
const minifier = new URL("../../end2end/node_modules/esbuild/lib/main.js", import.meta.url);

/** Splits a module that still has its functions' names. */
export async function split(bytes, belongs) {
  const { default: binaryen } = await import(toolbox);
  const { BulkMemory, BulkMemoryOpt = 0, MutableGlobals, NontrappingFPToInt, ReferenceTypes, SignExt, Multivalue } = binaryen.Features;
  const features = BulkMemory | BulkMemoryOpt | MutableGlobals | NontrappingFPToInt | ReferenceTypes | SignExt | Multivalue;
  const { i32, none } = binaryen;
  const read = () => binaryen.readBinary(bytes, features);
  const list = (count, at) => Array.from({ length: count }, (_, index) => at(index));
  const functions = (module) =>
    list(module.getNumFunctions(), (index) => binaryen.getFunctionInfo(module.getFunctionByIndex(index)));
  const exports = (module) =>
    list(module.getNumExports(), (index) => binaryen.getExportInfo(module.getExportByIndex(index)));

  const whole = read();
  const exported = new Set(exports(whole).map(({ value }) => value));
  const moved = new Set(functions(whole)
    .filter(({ name, base }) => !base && !exported.has(name) && belongs(name))
    .map(({ name }) => name));
  const globals = list(whole.getNumGlobals(), (index) => binaryen.getGlobalInfo(whole.getGlobalByIndex(index)));
  const tables = list(whole.getNumTables(), (index) => binaryen.getTableInfo(whole.getTableByIndex(index)));
  const memory = whole.getMemoryInfo();

  /** The first part, with a stub for each moved function that it can reach. */
  const firstPart = (slots, wanted) => {
    const module = read();
    const size = Math.max(slots.size, 1);
    module.addTable("second", size, size);
    module.addTableExport("second", `${PREFIX}second`);
    module.addGlobal("second-ready", i32, true, module.i32.const(0));
    module.addGlobalExport("second-ready", `${PREFIX}ready`);
    module.addFunctionImport("second-load", "second", "load", none, none);
    module.addFunction("second-check", none, none, [],
      module.if(module.i32.eqz(module.global.get("second-ready", i32)), module.call("second-load", [], none)));
    for (const { name, params, results } of functions(module)) {
      if (!moved.has(name)) continue;
      const given = binaryen.expandType(params).map((type, index) => module.local.get(index, type));
      const jump = module.call_indirect("second", module.i32.const(slots.get(name) ?? 0), given, params, results);
      module.removeFunction(name);
      module.addFunction(name, params, results, [], module.block(null, [module.call("second-check", [], none), jump], results));
    }
    for (const [name, short] of wanted) module.addFunctionExport(name, short);
    for (const { name } of globals) module.addGlobalExport(name, `${PREFIX}global ${name}`);
    for (const { name } of tables) module.addTableExport(name, `${PREFIX}table ${name}`);
    module.runPasses(["remove-unused-module-elements"]);
    return module;
  };

  /** The second part, with everything else as imports under the names that `called` gives. */
  const secondPart = (slots, called) => {
    const module = read();
    for (const { name } of exports(module).reverse()) module.removeExport(name);
    for (const segment of list(module.getNumElementSegments(), (index) => binaryen.getElementSegmentInfo(module.getElementSegmentByIndex(index)))) {
      module.removeElementSegment(segment.name);
    }
    for (const { name, base, params, results } of functions(module)) {
      if (base || moved.has(name)) continue;
      module.removeFunction(name);
      module.addFunctionImport(name, "first", called(name), params, results);
    }
    for (const { name, type, mutable } of globals) {
      module.removeGlobal(name);
      module.addGlobalImport(name, "first", `${PREFIX}global ${name}`, type, mutable);
    }
    for (const { name } of tables) module.addTableImport(name, "first", `${PREFIX}table ${name}`);
    module.setMemory(memory.initial, memory.max ?? -1, null, [], memory.shared, memory.is64);
    module.addMemoryImport("0", "first", "memory", memory.shared);
    const size = Math.max(slots.size, 1);
    module.addTable("second", size, size);
    module.addTableImport("second", "first", `${PREFIX}second`);
    module.addActiveElementSegment("second", "stubs", [...slots.keys()], module.i32.const(0));
    module.runPasses(["remove-unused-module-elements"]);
    return module;
  };

  // Which stubs are left, and which functions the second part calls, is known once the unused ones are gone; and what the
  // second part calls keeps further stubs. So the parts are made until nothing is added any more.
  let slots = new Map();
  let shorts = new Map();
  let parts;
  for (let before = -1; before < slots.size;) {
    before = slots.size;
    const first = firstPart(slots, shorts);
    slots = new Map(functions(first).filter(({ name }) => moved.has(name)).map(({ name }, slot) => [name, slot]));
    const called = functions(secondPart(slots, (name) => name)).filter(({ module }) => module === "first");
    shorts = new Map(called.map(({ name }, index) => [name, PREFIX + index.toString(36)]));
    parts = [firstPart(slots, shorts), secondPart(slots, (name) => shorts.get(name) ?? name)];
  }
  binaryen.setDebugInfo(false);
  for (const part of parts) if (!part.validate()) throw new Error("a part of the module is not valid");
  const [first, second] = parts.map((part) => part.emitBinary());
  return { first, second, functions: functions(whole).length, moved: moved.size, stubs: slots.size, called: shorts.size };
}

/** A module with a custom section more: its name, and a text. */
export function withSection(module, name, text) {
  const leb = (number) => {
    const bytes = [];
    do {
      bytes.push((number & 127) | (number > 127 ? 128 : 0));
      number >>>= 7;
    } while (number > 0);
    return bytes;
  };
  const [title, content] = [Buffer.from(name), Buffer.from(text)];
  const body = Buffer.concat([Buffer.from(leb(title.length)), title, content]);
  return Buffer.concat([module, Buffer.from([0, ...leb(body.length)]), body]);
}

/** Whether a function is in the second part, by its name. (The digests of crates stand between a name and its path.) */
export const isSecond = (name) => {
  const plain = name.replaceAll(/\[[0-9a-f]+\]/g, "");
  const isShared = SHARED.test(plain) && !/ as webcard::/.test(plain);
  return !isShared && SECOND.some((pattern) => pattern.test(plain));
};

if (process.argv[1] === fileURLToPath(import.meta.url) && process.env.TRUNK_PROFILE === "release") {
  const folder = process.env.TRUNK_STAGING_DIR;
  const file = readdirSync(folder).find((name) => name.endsWith("_bg.wasm"));
  const { first, second, ...counts } = await split(new Uint8Array(readFileSync(path.join(folder, file))), isSecond);
  if (counts.moved === 0) throw new Error("no function is in the second part: are their names in the module?");
  const { transformSync } = await import(minifier);
  const style = transformSync(readFileSync(new URL("../../style/second.css", import.meta.url), "utf8"), { loader: "css", minify: true });
  const parts = { bg: first, second: withSection(second, "style", style.code) };

  // Trunk has named the whole module by its content, and so each part is named by its own: files of the same name never
  // differ. The page says what they are called.
  const [stem] = file.split(/-[0-9a-f]+_bg\.wasm$/);
  const names = {};
  for (const [kind, bytes] of Object.entries(parts)) {
    names[kind] = `${stem}-${createHash("sha256").update(bytes).digest("hex").slice(0, 16)}_${kind}.wasm`;
    writeFileSync(path.join(folder, names[kind]), bytes);
  }
  rmSync(path.join(folder, file));
  const page = path.join(folder, "index.html");
  const html = readFileSync(page, "utf8");
  const named = html.replace(/(href="?)(\S*?)(webcard-[0-9a-f]+_bg\.wasm)("?)/, (_, start, base, old, end) => {
    if (old !== file) throw new Error(`the page names ${old}, and Trunk has made ${file}`);
    return `${start}${base}${names.bg}${end} data-second="${base}${names.second}"`;
  });
  if (named === html) throw new Error("the page does not name the module");
  writeFileSync(page, named);
  console.log(`split: ${counts.moved} of ${counts.functions} functions are in the second part (${second.length} bytes), ${counts.stubs} of them with a stub`);
}
