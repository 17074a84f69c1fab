import { startEmulator } from '/work/main/emulator';
import { startS3 } from '/work/main/test/kit/lambda/s3';
import { build } from 'esbuild';
(async () => {
 const em = await startEmulator({ exports: { durationMs: 0 } });
 const s3 = await startS3(['b']);
 const r = await fetch(em.dataUrl + '/v1/operations/transactions:export', { method:'POST', headers: {'content-type':'application/json'}, body: JSON.stringify({type:'TRANSACTION_EXPORT_EVM', options:{addresses:['0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7'], includeChains:['43114']}})});
 const op:any = await r.json();
 const g:any = await (await fetch(em.dataUrl + '/v1/operations/' + op.operationId)).json();
 console.log(g.metadata.downloadUrl);
 const { spawn } = await import('node:child_process');
 require('node:fs').writeFileSync('/tmp/entry.ts', `
import { openDownload } from '/work/main/lambdas/exportTransactions/openDownload';
import { s3Store } from '/work/main/lambdas/exportTransactions/s3Store';
(async () => {
 const o = await openDownload(process.argv[2], {'accept-encoding':'identity'});
 console.log(o.status, o.headers);
 async function* c(){ for await (const x of o.body) { console.log('chunk', x.length); yield x; } console.log('end'); }
 if (process.argv[3]==='dl') { for await (const x of c()); return; }
 await s3Store().putStream('b','k', c(), {contentType:'text/csv', metadata:{}});
 console.log('put');
})();`);
 await build({entryPoints:['/tmp/entry.ts'], outdir:'/tmp/out', bundle:true, splitting:true, format:'esm', platform:'node', target:'node24', outExtension:{'.js':'.mjs'}, mainFields:['module','main'], absWorkingDir:'/work/main', nodePaths:['/work/main/node_modules'], banner:{js:"import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);"}});
 for (const mode of ['dl','put']) {
 const c = spawn(process.execPath, ['/tmp/out/entry.mjs', g.metadata.downloadUrl, mode], {stdio:'inherit', env:{...process.env, AWS_REGION:'us-east-1', AWS_ACCESS_KEY_ID:'a', AWS_SECRET_ACCESS_KEY:'b', AWS_ENDPOINT_URL_S3:s3.url}});
 const t = setTimeout(()=>c.kill(), 8000);
 await new Promise(res=>c.on('exit',(code,sig)=>{console.log(mode,'exit',code,sig);clearTimeout(t);res(0);}));
 }
 await em.close(); await s3.close();
})();
