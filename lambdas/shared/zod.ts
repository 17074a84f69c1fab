import { config } from 'zod/v4/core';
import { en } from 'zod/v4/locales';

/**
 * What the build takes for `zod/v4` in the functions: zod with English messages only, where its own
 * index has those of all languages. zod compiles no checks at run time: that pays after many values,
 * and each cold start would wait for it.
 */
config({ ...en(), jitless: true });

export * from 'zod/v4';
