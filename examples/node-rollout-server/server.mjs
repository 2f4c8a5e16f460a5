// The rollout server: reads how it was launched, serves the protocol, and drains when it is told to stop.

import { launch } from "./src/launch.mjs";
import { Executor } from "./src/executor.mjs";
import { Handlers } from "./src/handlers.mjs";
import { httpServer } from "./src/http.mjs";
import { Registry } from "./src/registry.mjs";

const settings = launch(process.env);
const registry = new Registry(settings);
const executor = new Executor(settings, registry, new URL("./rollout.mjs", import.meta.url));
const handlers = new Handlers(settings, registry, executor);
const server = httpServer(settings, handlers);

server.on("error", (error) => {
  console.error(`cannot serve: ${error.message}`); // "address already in use" is what a launcher looks for
  process.exit(1);
});
server.listen(settings.port, settings.host, () => {
  console.log(`serving on http://${settings.host}:${settings.port}`);
});

let stopping = false;
for (const signal of ["SIGTERM", "SIGINT"]) {
  process.on(signal, async () => {
    if (stopping) return;
    stopping = true;
    await executor.drain(settings.drainSec);
    server.close();
    server.closeIdleConnections();
    setTimeout(() => process.exit(0), 200); // so that the last answers leave
  });
}
