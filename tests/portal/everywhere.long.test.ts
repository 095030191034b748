// Requests of every product and flow that `everywhere.test.ts` leaves out, each the same everywhere.
import { followRequests, serveRequests } from "./everywhere/followRequests.ts";

serveRequests();
followRequests(false);
