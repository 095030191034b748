// The one button. `unavailable` keeps it focusable, so that its reason can be read. The second press of a double click does nothing.
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

export function Button(props: ButtonProps) {
  const { kind = "secondary", small, block, icon, iconEnd, busy, unavailable, className, ...rest } = props;
  const classes = ["button", `button-${kind}`, small && "button-small", block && "button-wide", className]
    .filter(Boolean)
    .join(" ");
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (unavailable || busy || event.detail > 1) event.preventDefault();
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
}

export function IconButton({ icon, label, hint, className = "icon-button", ...rest }: IconButtonProps) {
  const name = hint ? { title: label } : { "aria-label": label };
  return (
    <button type="button" {...rest} className={className} {...name}>
      <Icon name={icon} />
    </button>
  );
}
