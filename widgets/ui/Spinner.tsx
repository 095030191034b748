// A turning ring; decoration only, so the words stand next to it.
export function Spinner({ small }: { small?: boolean }) {
  return <span className={small ? "spinner spin-sm" : "spinner"} aria-hidden="true" />;
}
