// The one button. Unavailable keeps it focusable and ties the reason to it; busy keeps its width and says what it does.
import type { ComponentProps, MouseEvent, ReactNode, Ref } from "react";
import { Icon } from "./Icon.tsx";
import { Spinner } from "./Spinner.tsx";

interface ButtonProps extends Omit<ComponentProps<"button">, "disabled" | "children"> {
  kind?: "primary" | "secondary" | "quiet" | "danger";
  small?: boolean;
  block?: boolean;
  icon?: string;
  iconEnd?: string;
  busy?: boolean;
  /** Not to be used now; say why next to it and pass the reason's id as `aria-describedby`. */
  unavailable?: boolean;
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

export function Button(props: ButtonProps) {
  const {
    kind = "secondary",
    small,
    block,
    icon,
    iconEnd,
    busy,
    unavailable,
    children,
    className,
    onClick,
    ...rest
  } = props;
  const classes = ["button", `button-${kind}`, small && "button-small", block && "button-wide", className]
    .filter(Boolean)
    .join(" ");
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (unavailable || busy) event.preventDefault();
    else onClick?.(event);
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
      {children}
      {iconEnd && !busy && <Icon name={iconEnd} />}
    </button>
  );
}

interface IconButtonProps extends Omit<ComponentProps<"button">, "children"> {
  icon: string;
  label: string;
  /** The label shows under the pointer. It then names the button by itself: beside a label it would be read twice. */
  hint?: boolean;
  smallIcon?: boolean;
}

export function IconButton({ icon, label, hint, smallIcon, className = "icon-button", ...rest }: IconButtonProps) {
  const name = hint ? { title: label } : { "aria-label": label };
  return (
    <button type="button" {...rest} className={className} {...name}>
      <Icon name={icon} small={smallIcon} />
    </button>
  );
}
