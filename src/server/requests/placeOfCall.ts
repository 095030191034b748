// Finds the place of a call before its handler, as the route's setting `place` requires.
import type { FastifyInstance } from "fastify";
import { readHeader } from "../http/readHeaders.ts";
import { findPlace, type Place, type WizardContext } from "./context.ts";
import { refuseSent } from "./sending/sent.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set for routes with the setting `place`. */
    place: Place;
  }
  interface FastifyContextConfig {
    /**
     * The call is about the place in its address. "not sent": it stores something in the request that the browser shows (X-Draft), and
     * is refused when that was sent.
     */
    place?: "any" | "not sent";
  }
}

export function findPlaces(app: FastifyInstance, context: WizardContext): void {
  app.decorateRequest("place");
  app.addHook("preHandler", async (request) => {
    const { place } = request.routeOptions.config;
    if (!place) return;
    request.place = await findPlace(context, request);
    if (place === "not sent") await refuseSent(context.db, request.place, readHeader(request, "x-draft"));
  });
}
