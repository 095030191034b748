// The four events of the wizard (spec: wizard 4). The app gives a sink. Without one the events are dropped. Keys of
// steps and fields only, never an answer.

type WizardEvent =
  | { name: "step_opened"; product: string; flow: string; step: string }
  | { name: "step_saved"; product: string; flow: string; step: string; action: string }
  | { name: "tooltip_opened"; product: string; flow: string; key: string }
  | { name: "wizard_finished"; product: string; flow: string; action: string; accepted: string };

type AnalyticsSink = (name: WizardEvent["name"], details: Record<string, string>) => void;

let sink: AnalyticsSink = () => {};

export function setAnalyticsSink(next: AnalyticsSink): void {
  sink = next;
}

export function track({ name, ...details }: WizardEvent): void {
  try {
    sink(name, details);
  } catch {
    // analytics must never disturb the portal
  }
}
