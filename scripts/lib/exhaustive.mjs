// Reads the compiler's messages of a build with an added variant (see ../check-exhaustive):
//   node exhaustive.mjs TARGET ENUM=PLACE… <messages
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const [target, ...listed] = process.argv.slice(2);
const required = new Map(listed.map((pair) => pair.split("=")));
const faults = [];

// The enums that have the variant, read from the source, so that a new one cannot be forgotten here.
const enums = readdirSync("src", { recursive: true })
  .filter((name) => name.endsWith(".rs"))
  .flatMap((name) => readFileSync(path.join("src", name), "utf8")
    .split("#[cfg(extra_variant)]")
    .slice(0, -1)
    .map((before) => before.match(/.*\benum (\w+)/s)?.[1] ?? `(none, in ${name})`));

const places = new Map(enums.map((name) => [name, []]));
const messages = readFileSync(0, "utf8").split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
const end = messages.find(({ reason }) => reason === "build-finished");
if (!end) faults.push("cargo did not get to compile it");
if (end?.success) faults.push("it compiles with an added variant");
for (const { reason, message } of messages) {
  if (reason !== "compiler-message" || message.level !== "error") continue;
  const span = message.spans.find((span) => span.is_primary);
  if (!span) continue; // "aborting due to 5 previous errors"
  const place = `${span.file_name}:${span.line_start}`;
  const name = message.message.match(/(\w+)::ExtraVariant/)?.[1];
  if (message.code?.code === "E0004" && places.has(name)) places.get(name).push(place);
  else faults.push(`it fails for another reason: ${place}: ${message.message}`);
}

for (const name of required.keys()) {
  if (!places.has(name)) faults.push(`${name} has no variant under #[cfg(extra_variant)]`);
}
if (enums.length === 0) faults.push("no enum has a variant under #[cfg(extra_variant)]");
for (const [name, found] of places) {
  console.log(`${target}: ${name} is told apart at ${found.join(", ") || "no place"}`);
  const where = required.get(name);
  if (!where) faults.push(`${name} is not listed in scripts/check-exhaustive`);
  else if (!found.some((place) => place.startsWith(where))) faults.push(`${name} has no exhaustive match in ${where}`);
}
for (const fault of faults) console.error(`${target}: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;
