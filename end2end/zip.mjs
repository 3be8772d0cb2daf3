// Writes a ZIP archive as the host's exporter does: chunked, so that the sizes stand behind the data of each entry.
import { deflateRawSync } from "node:zlib";

/** `entries` are `[name, text]` pairs. */
export function zip(entries) {
  const parts = [];
  const directory = [];
  let at = 0;
  const push = (buffer) => {
    parts.push(buffer);
    at += buffer.length;
  };
  for (const [name, text] of entries) {
    const [label, bytes] = [Buffer.from(name), Buffer.from(text)];
    const packed = deflateRawSync(bytes);
    const sizes = numbers([crc32(bytes), 4], [packed.length, 4], [bytes.length, 4]);
    const start = at;
    const common = numbers([20, 2], [0x0808, 2], [8, 2], [0, 4]);
    push(Buffer.concat([numbers([0x04034b50, 4]), common, Buffer.alloc(12), numbers([label.length, 2], [0, 2]), label]));
    push(packed);
    push(Buffer.concat([numbers([0x08074b50, 4]), sizes]));
    directory.push(Buffer.concat([
      numbers([0x02014b50, 4], [20, 2]), common, sizes,
      numbers([label.length, 2], [0, 8], [0, 4], [start, 4]), label,
    ]));
  }
  const start = at;
  directory.forEach(push);
  push(numbers([0x06054b50, 4], [0, 4], [entries.length, 2], [entries.length, 2], [at - start, 4], [start, 4], [0, 2]));
  return Buffer.concat(parts);
}

/** Little-endian numbers of so many bytes each. */
function numbers(...fields) {
  return Buffer.concat(fields.map(([value, bytes]) => {
    const buffer = Buffer.alloc(bytes);
    if (value) buffer.writeUIntLE(value, 0, bytes);
    return buffer;
  }));
}

/** (Node has it only since 20.15.) */
function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 && 0xedb88320);
  }
  return ~crc >>> 0;
}
