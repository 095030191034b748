// The wizard's name for the comparison of two brokers' answers; the relation form of the portal uses the same one.
export { type Comparison, compare, type FieldConflict, resolve } from "#engine/conflict.ts";
