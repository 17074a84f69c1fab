import 'reflect-metadata';
import { LazyPackageDirectoryLoader } from 'n8n-core';
import 'n8n-workflow';
import 'zod/v4';
import { shareHostModules } from './lib/hostModules';
import { createRequire } from 'node:module';
function heap(){ global.gc!(); return process.memoryUsage().heapUsed; }
async function main(){
 const [folder, peers] = process.argv.slice(2);
 shareHostModules(peers);
 const loader = new LazyPackageDirectoryLoader(folder);
 await loader.loadAll(); loader.releaseTypes(); heap();
 const req = createRequire(folder+'/dist/nodes/Avalanche/Avalanche.node.js');
 const steps: Array<[string, () => unknown]> = [
  ['methods', () => req('../shared/methods')],
  ['properties', () => req('./properties')],
  ['node', () => loader.getNode('avalanche')],
  ['common', () => req('../shared/common.js')],
  ['actions', () => req('./actions/index.js')],
  ['execute', () => (loader.getNode('avalanche').type as any).execute.call({ getInputData: () => [] })],
 ];
 const quiet = process.argv[4]==='t';
 let h = heap(); const out: string[]=[];
 for (const [n,f] of steps){ const t=performance.now(); await f(); const ms=performance.now()-t; const g= quiet?0:heap(); out.push(`${n} ${ms.toFixed(2)}ms ${((g-h)/1024).toFixed(0)}KB`); h=g; }
 console.log(out.join(' | ')); process.exit(0);
}
main();
