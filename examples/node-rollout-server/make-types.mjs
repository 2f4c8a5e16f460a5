// Makes types/rollout.d.ts from the bundled specification, with openapi-typescript. With --check it only compares.

import { readFileSync, writeFileSync } from "node:fs";
import openapiTS, { astToString } from "openapi-typescript";

const spec = new URL("../../generated/osmosis_contract/spec/rollout.json", import.meta.url);
const target = new URL("types/rollout.d.ts", import.meta.url);
const made = `// Made by make-types.mjs from the specification; do not edit.\n\n${astToString(await openapiTS(spec, { defaultNonNullable: false }))}`;
if (!process.argv.includes("--check")) writeFileSync(target, made);
else if (readFileSync(target, "utf8") !== made) {
  console.error("types/rollout.d.ts is not what the specification says: npm run types");
  process.exit(1);
}
