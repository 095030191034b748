// Valid answers to the miniature product, and the way to its later steps.
import type { openWizard } from "./miniature.ts";

export const general = { kvk: "42793191", revenue: 180_000 };
export const company = { company: "Proef B.V.", city: "Zwolle" };
export const agreed = { effective_date: "2026-12-01", agreed: true };

export async function upTo(step: "company" | "final", opened: ReturnType<typeof openWizard>) {
  const { wizard, session } = opened;
  session("general").commit(general);
  await wizard.saving.save("general", "next");
  if (step === "company") return;
  session("company").commit(company);
  await wizard.saving.save("company", "next");
}
