// `npm run typed`: 100,000 sequences of edits with a new seed. `npm run typed -- 500 42` runs 500 with seed 42.
import { spawnSync } from "node:child_process";

const [count = "100000", seed = String(Date.now() % 1_000_000_000)] = process.argv.slice(2);
console.log(`typed: ${count} sequences with seed ${seed}`);
const { status } = spawnSync("vitest", ["run", "--project", "browser", "tests/widgets/typing"], {
  stdio: "inherit",
  env: { ...process.env, TYPED: count, TYPED_SEED: seed },
});
process.exitCode = status ?? 1;
