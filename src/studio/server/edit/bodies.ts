// The shapes of what the studio's pages send, as JSON Schemas.

export const text = { type: "string" } as const;

/** An object that has all of some members, and may have others. */
export const whole = (members: object, others: object = {}) => ({
  type: "object",
  properties: { ...members, ...others },
  required: Object.keys(members),
});

export const sentence = whole({ nl: text, fr: text });
