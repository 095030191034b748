// Cookies that never were a session, so that making them up costs the database next to nothing. From a network that sent many of
// them, those that this process does not know are looked up together, once a second: the session of another process, or from before a
// restart, is still found, a second later, and is known from then on.
import { PortalError } from "../../http/errors/portalError.ts";

const WINDOW_MS = 60_000;
const WAIT_MS = 1_000;
/** Unknown cookies of a network in a window that are looked up without waiting. */
const MAX_UNKNOWN = 60;
/** Cookies of a network that may wait. Further ones are refused. */
const MAX_WAITING = 500;
/** How many sessions, and how many networks, are remembered. */
const MAX_REMEMBERED = 10_000;

interface Network {
  until: number;
  unknown: number;
  round?: Round | undefined;
}
interface Round {
  ids: Set<string>;
  known: Promise<ReadonlySet<string>>;
}

interface Strangers {
  /** `read` asks the database for the session of this hash. @throws when too many of its network wait. */
  find<Row>(id: string, network: string, read: () => Promise<Row | undefined>): Promise<Row | undefined>;
}

/** `select` answers which of many hashes are those of sessions. */
export function createStrangers(select: (ids: string[]) => Promise<string[]>, waitMs = WAIT_MS): Strangers {
  const sessions = new Set<string>();
  const networks = new Map<string, Network>();

  function remember(id: string): void {
    if (!sessions.has(id) && sessions.size >= MAX_REMEMBERED) sessions.delete(sessions.values().next().value ?? "");
    sessions.add(id);
  }

  function findNetwork(name: string): Network {
    const remembered = networks.get(name);
    if (remembered && (remembered.round || performance.now() < remembered.until)) return remembered;
    networks.delete(name);
    if (networks.size >= MAX_REMEMBERED) networks.delete(networks.keys().next().value ?? "");
    const network = { until: performance.now() + WINDOW_MS, unknown: 0 };
    networks.set(name, network);
    return network;
  }

  function beginRound(network: Network): Round {
    const ids = new Set<string>();
    const lookup = new Promise((resolve) => setTimeout(resolve, waitMs)).then(async () => {
      network.round = undefined;
      return new Set(await select([...ids]));
    });
    return { ids, known: lookup };
  }

  function exists(id: string, network: Network): Promise<boolean> {
    network.round ??= beginRound(network);
    const { ids, known } = network.round;
    if (ids.size >= MAX_WAITING) throw new PortalError("too_many_requests");
    ids.add(id);
    return known.then((existing) => existing.has(id));
  }

  return {
    async find(id, name, read) {
      const network = findNetwork(name);
      if (!sessions.has(id) && network.unknown >= MAX_UNKNOWN && !(await exists(id, network))) return undefined;
      // Counted before it is read, so that many at once do not all come through.
      network.unknown += 1;
      const row = await read();
      if (row) {
        network.unknown -= 1;
        remember(id);
      } else sessions.delete(id);
      return row;
    },
  };
}
