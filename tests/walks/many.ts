// `npm run walks`: 20,000 sequences with a new seed. `npm run walks -- 500 42` walks 500 with seed 42.
import { spawnSync } from "node:child_process";

const [count = "20000", seed = String(Date.now() % 1_000_000_000)] = process.argv.slice(2);
const { status } = spawnSync("vitest", ["run", "--project", "node", "tests/walks"], {
  stdio: "inherit",
  env: { ...process.env, WALKS: count, WALK_SEED: seed },
});
process.exitCode = status ?? 1;
