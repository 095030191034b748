// One icon from /images/icons. If it cannot be drawn it reports which of the four faults it is (not found, wrong
// content type, missing name, no SVG support) and draws a neutral frame, so that a button keeps its shape.

import { shapes } from "virtual:icon-shapes";
import { createElement, type ReactNode, useEffect, useRef, useState } from "react";
import { useText } from "../runtime/text.ts";
import styles from "./Icon.module.css";

type IconFault = "not_found" | "invalid_content_type" | "missing_src" | "unsupported";
interface IconProps {
  name: string | undefined;
  small?: boolean;
  className?: string;
  /** Only for an icon that carries meaning of its own. Without it the icon is decoration. */
  label?: string;
}

/** A product's own icon is named by its address. */
export const iconPath = (name: string): string => (name.startsWith("/") ? name : `/images/icons/icon-${name}.svg`);

const faults = new Map<string, Promise<IconFault>>();
const canDrawSvg =
  typeof document === "undefined" || "createSVGRect" in document.createElementNS("http://www.w3.org/2000/svg", "svg");

export async function diagnose(name: string): Promise<IconFault> {
  const answer = await fetch(iconPath(name), { credentials: "same-origin" }).catch(() => null);
  // Without a network nothing is known about the icon: the next one asks again.
  if (!answer) faults.delete(name);
  if (!answer?.ok) return "not_found";
  return answer.headers.get("content-type")?.startsWith("image/svg+xml") ? "not_found" : "invalid_content_type";
}

function findFault(name: string): Promise<IconFault> {
  const cached = faults.get(name);
  if (cached) return cached;
  const fault = diagnose(name);
  faults.set(name, fault);
  return fault;
}

/**
 * The icons of the build are drawn in the page. An icon of another name is fetched, as a product published later may
 * have one.
 */
export function Icon(props: IconProps) {
  const { name, small, className, label } = props;
  const drawing = name === undefined || !canDrawSvg || !Object.hasOwn(shapes, name) ? undefined : shapes[name];
  if (!drawing) return <FetchedIcon {...props} />;
  return (
    <Frame {...{ className: buildClassNames(small, className), label }}>
      {drawing.map(([tag, attributes], index) => createElement(tag, { key: index, ...attributes }))}
    </Frame>
  );
}

const buildClassNames = (small?: boolean, className?: string) =>
  ["icon", small && "icon-small", className].filter(Boolean).join(" ");

interface FrameProps {
  className: string;
  label: string | undefined;
  children: ReactNode;
}

function Frame({ className, label, children }: FrameProps) {
  return (
    <svg
      className={className}
      viewBox="0 0 20 20"
      focusable="false"
      aria-hidden={label ? undefined : true}
      role={label ? "img" : undefined}
      aria-label={label}
    >
      {children}
    </svg>
  );
}

function FetchedIcon({ name, small, className, label }: IconProps) {
  const use = useRef<SVGUseElement>(null);
  const [failed, setFailed] = useState<{ name: string; fault: IconFault } | null>(null);
  useEffect(() => {
    const element = use.current;
    if (!element || !name) return;
    let open = true;
    const onError = () => findFault(name).then((fault) => open && setFailed({ name, fault }));
    element.addEventListener("error", onError);
    return () => {
      open = false;
      element.removeEventListener("error", onError);
    };
  }, [name]);
  const classes = buildClassNames(small, className);
  if (!name) return <IconFallback fault="missing_src" classes={classes} label={label} />;
  if (!canDrawSvg) return <IconFallback fault="unsupported" classes={classes} label={label} />;
  if (failed?.name === name) return <IconFallback fault={failed.fault} classes={classes} label={label} />;
  return (
    <Frame className={classes} label={label}>
      <use ref={use} href={`${iconPath(name)}#i`} />
    </Frame>
  );
}

export function IconFallback({
  fault,
  classes,
  label,
}: {
  fault: IconFault;
  classes: string;
  label: string | undefined;
}) {
  const text = useText();
  const message = text(`error.icon.${fault}`);
  return (
    <span
      className={`${classes} ${styles.missing}`}
      title={message}
      data-icon-fault={fault}
      // Decoration that is missing is no part of its button's name.
      aria-hidden={label ? undefined : true}
    >
      {label && <span className="visually-hidden">{label}</span>}
    </span>
  );
}
