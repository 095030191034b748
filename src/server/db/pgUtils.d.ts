// `pg` exports this file for drivers that send statements themselves, such as `pg-cursor`; its types are missing from `@types/pg`.
declare module "pg/lib/utils.js" {
  const utils: { prepareValue(value: unknown): string | Buffer | null };
  export default utils;
}
