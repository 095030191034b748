// On plain http browsers withhold `crypto.randomUUID` (also `crypto.subtle` and locks: drafts are then not kept on the device).
// Comes before everything else, because ids are needed from the first screen on.

/** A browser names a blob by a random UUID, on plain http too. */
crypto.randomUUID ??= () => {
  const address = URL.createObjectURL(new Blob());
  URL.revokeObjectURL(address);
  return address.slice(-36) as ReturnType<typeof crypto.randomUUID>;
};
