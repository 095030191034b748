// The one button. `unavailable` keeps it focusable, so that its reason can be read. The second press of a double click does nothing,
// in an icon's button too.
import type { ComponentProps, MouseEvent } from "react";
import { Icon } from "./Icon.tsx";
import { Spinner } from "./Spinner.tsx";

interface ButtonProps extends Omit<ComponentProps<"button">, "disabled"> {
  kind?: "primary" | "secondary" | "quiet" | "danger";
  small?: boolean;
  block?: boolean;
  icon?: string;
  iconEnd?: string;
  busy?: boolean;
  /** Disabled for now. Show the reason next to it and pass its id as `aria-describedby`. */
  unavailable?: boolean;
}

/** Of a double click. It was not meant for what the first press showed, closed or removed. */
export const isSecondPress = ({ detail }: MouseEvent) => detail > 1;

export function Button(props: ButtonProps) {
  const { kind = "secondary", small, block, icon, iconEnd, busy, unavailable, className, ...rest } = props;
  const classes = ["button", `button-${kind}`, small && "button-small", block && "button-wide", className]
    .filter(Boolean)
    .join(" ");
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (unavailable || busy || isSecondPress(event)) event.preventDefault();
    else props.onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      className={classes}
      onClick={press}
      aria-disabled={unavailable || undefined}
      aria-busy={busy || undefined}
    >
      {busy ? <Spinner /> : icon && <Icon name={icon} />}
      {props.children}
      {iconEnd && !busy && <Icon name={iconEnd} />}
    </button>
  );
}

interface IconButtonProps extends Omit<ComponentProps<"button">, "children"> {
  icon: string;
  label: string;
  /** Shows the label under the pointer, as a title: that names the button too, and an aria-label beside it would be read twice. */
  hint?: boolean;
  /** Each press counts, as they are made quickly: a step from month to month. */
  repeats?: boolean;
}

export function IconButton(props: IconButtonProps) {
  const { icon, label, hint, repeats, className = "icon-button", onClick, ...rest } = props;
  const name = hint ? { title: label } : { "aria-label": label };
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (repeats || !isSecondPress(event)) onClick?.(event);
  };
  return (
    <button type="button" {...rest} className={className} {...name} onClick={press}>
      <Icon name={icon} />
    </button>
  );
}
