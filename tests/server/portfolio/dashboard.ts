// Calls of the dashboard, and analytics events.
import { describe, expect, test } from "vitest";
import type { JsonObject } from "#engine/schema/types.ts";
import { type Asked, expectShape, OFFICE, readRows } from "./asked.ts";

export function describeDashboard({ get, server }: Asked) {
  describe("dashboard", () => {
    test("attention: what expires, reminds and waits, in the user's language", async () => {
      const rows = readRows(await get("/api/attention", "fr"));
      expect(new Set(rows.map((row) => row.kind))).toEqual(new Set(["expiring", "reminder"]));
      for (const row of rows.filter((row) => row.kind === "expiring")) {
        expect(String(row.date) >= "2026-11-20" && String(row.date) <= "2026-12-04").toBe(true);
        const { body } = await get(`/api/quotations/${row.number}`);
        expect(
          (body.data as JsonObject).valid_until,
          "the page of a quotation says the day that the dashboard says",
        ).toBe(row.date);
      }
      for (const row of rows.filter((row) => row.kind === "reminder")) {
        expect(["E", "T"]).toContain(row.level);
        const { body } = await get(`/api/invoices/${row.number}`);
        expect((body.data as JsonObject).due_date, "the day on which it is due").toBe(row.date);
      }
      expect(JSON.stringify(rows)).not.toContain("Beroepsaansprakelijkheid");
    });

    test("open drafts: saved ones of the office, newest first", async () => {
      const draft = (day: string, office: number, more: object = {}) => ({
        request_id: crypto.randomUUID(),
        product: `product_${day.replace(/\D/g, "")}`,
        release: "r",
        intermediary_number: office,
        address_number: 300101,
        relation_number: 300101,
        temporary: false,
        quotation_number: null,
        status: "open" as const,
        created_by: OFFICE,
        saved_at: `2026-11-${day}T10:00:00Z`,
        saved_step: "general-data",
        ...more,
      });
      await server()
        .db.insertInto("requests")
        .values([
          draft("18", 100245),
          draft("19", 100245, { relation_number: null, address_number: 900000001, temporary: true }),
          draft("17", 100245, { status: "submitted" as const }),
          draft("16", 100245, { saved_at: null }),
          draft("20", 100871),
        ])
        .execute();
      const answer = await get("/api/requests/open");
      expectShape("requests-open", answer);
      expect(readRows(answer)).toEqual([
        expect.objectContaining({
          temporary: true,
          relation_number: null,
          relation_name: null,
          address_number: 900000001,
        }),
        expect.objectContaining({ relation_name: "Voorbeeld Advies Noord B.V.", step: "general-data" }),
      ]);
    });
  });

  describe("analytics", () => {
    const event = (more: object = {}, details: object = {}) => ({
      name: "step_opened",
      at: "2026-11-20T10:00:00.000Z",
      details: { product: "cyber", flow: "newRequest", step: "general-data", ...details },
      ...more,
    });
    const send = (events: unknown) => server().post(OFFICE, "/api/analytics/events", { events });

    test("counts, and refuses what is not of the closed shape", async () => {
      const answer = await send([
        event(),
        event({ at: "2026-11-20T11:00:00.000Z" }),
        event({}, { step: "jansen@example.nl" }),
        event({}, { answer: "42500000" }),
        event({ login: OFFICE }),
        event({ name: "else" }),
        "x",
      ]);
      expectShape("analytics-events", answer);
      expect(answer.body).toMatchObject({ accepted: 2, refused: 5 });
      const rows = await server().db.selectFrom("analytics_counts").selectAll().execute();
      expect(rows).toHaveLength(1);
      expect(rows[0]).toMatchObject({ event: "step_opened", product: "cyber", times: 2 });
      expect(JSON.stringify(rows)).not.toContain(OFFICE);
    });

    test("nothing is counted, and nothing shown, without consent", async () => {
      await server().db.deleteFrom("consents").where("login_name", "=", "p.proef").execute();
      const client = await server().withoutConsent("p.proef");
      const body = { events: [event()] };
      expect((await client.call("POST", "/api/analytics/events", { body })).statusCode).toBe(403);
      expect((await client.call("GET", "/api/relations")).statusCode).toBe(403);
    });

    test("is capped", async () => {
      expect((await send(Array.from({ length: 130 }, () => event()))).body).toMatchObject({
        accepted: 100,
        refused: 30,
      });
      expect((await send("x")).status).toBe(422);
      expect((await server().post(OFFICE, "/api/analytics/events", {})).status).toBe(422);
    });
  });
}
