import 'reflect-metadata';
import { runCampaign } from '/work/main/scripts/soak/campaign';
void (async () => {
  for (const mode of ['default','scheduler','durable'] as const) {
    const t=Date.now();
    console.table(await runCampaign({ mode, polls: Number(process.argv[2] ?? 300), seed: process.argv[3] ?? 'soak' }));
    console.log((Date.now()-t)/1000);
  }
})();
