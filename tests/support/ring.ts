// Which ring a test belongs to is part of its file's name. `*.long.test.ts(x)` and `*.long.spec.ts` are ring 2: `npm test` (RING=1)
// leaves them out, `npm test -- --all` and a run by hand do not.

export const LEFT_OUT: string[] = process.env.RING === "1" ? ["**/*.long.*"] : [];
