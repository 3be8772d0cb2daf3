// Figures, and the tables in which scripts print them.
import { readFile, writeFile } from "node:fs/promises";

const README = new URL("../../README.md", import.meta.url);

/** The middle one of some numbers, or the mean of the middle two. */
export function median(numbers) {
  const sorted = [...numbers].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** As it is written in a table. */
export const number = (value, digits = 0) =>
  value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** Rows of cells as a Markdown table, the first row as its head. All columns but the first hold numbers. */
export function table([head, ...rows]) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [line(head), `|---|${"--:|".repeat(head.length - 1)}`, ...rows.map(line)].join("\n");
}

/** Puts `text` between the README's comments `<!-- name -->` and `<!-- /name -->`. */
export async function write(name, text) {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [before, rest] = (await readFile(README, "utf8")).split(open);
  const after = rest?.split(close)[1];
  if (after === undefined) throw new Error(`README.md has no ${open} … ${close}`);
  await writeFile(README, `${before}${open}\n${text}\n${close}${after}`);
}
