"use strict";
var __create = Object.create;
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __getProtoOf = Object.getPrototypeOf;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toESM = (mod, isNodeMode, target) => (target = mod != null ? __create(__getProtoOf(mod)) : {}, __copyProps(
  // If the importer is in node compatibility mode or this is not an ESM
  // file that has been converted to a CommonJS file using a Babel-
  // compatible transform (i.e. "__esModule" has not been set), then set
  // "default" to the CommonJS "module.exports" for node compatibility.
  isNodeMode || !mod || !mod.__esModule ? __defProp(target, "default", { value: mod, enumerable: true }) : target,
  mod
));

// bench/.steps.ts
var import_reflect_metadata = require("reflect-metadata");
var import_n8n_core = require("n8n-core");
var import_n8n_workflow = require("n8n-workflow");
var import_v4 = require("zod/v4");

// bench/lib/hostModules.ts
var import_node_module = require("node:module");
var SHARED = /^(n8n-workflow|n8n-core|@n8n\/(?!imap)[^/]+)(\/|$)/;
function shareHostModules(peers) {
  const host = (0, import_node_module.createRequire)(require.resolve("n8n-core"));
  const loader = import_node_module.Module;
  const resolve = loader._resolveFilename;
  loader._resolveFilename = (request, parent, ...more) => {
    if (SHARED.test(request) && parent?.filename?.startsWith(peers)) {
      try {
        return host.resolve(request);
      } catch {
      }
    }
    return resolve(request, parent, ...more);
  };
}

// bench/.steps.ts
var import_node_module2 = require("node:module");
function heap() {
  global.gc();
  return process.memoryUsage().heapUsed;
}
async function main() {
  const [folder, peers] = process.argv.slice(2);
  shareHostModules(peers);
  const loader = new import_n8n_core.LazyPackageDirectoryLoader(folder);
  await loader.loadAll();
  loader.releaseTypes();
  heap();
  const req = (0, import_node_module2.createRequire)(folder + "/dist/nodes/Avalanche/Avalanche.node.js");
  const steps = [
    ["methods", () => req("../shared/methods")],
    ["properties", () => req("./properties")],
    ["node", () => loader.getNode("avalanche")],
    ["common", () => req("../shared/common.js")],
    ["actions", () => req("./actions/index.js")],
    ["execute", () => loader.getNode("avalanche").type.execute.call({ getInputData: () => [] })]
  ];
  const quiet = process.argv[4] === "t";
  let h = heap();
  const out = [];
  for (const [n, f] of steps) {
    const t = performance.now();
    await f();
    const ms = performance.now() - t;
    const g = quiet ? 0 : heap();
    out.push(`${n} ${ms.toFixed(2)}ms ${((g - h) / 1024).toFixed(0)}KB`);
    h = g;
  }
  console.log(out.join(" | "));
  process.exit(0);
}
main();
