import { config } from 'zod/v4/core';
import { en } from 'zod/v4/locales';

/**
 * The replacement of `zod/v4` in the build of the functions: zod with English messages only, while
 * its own index has those of all languages. zod compiles no checks at run time: that only pays for
 * many values, and each cold start would wait for it.
 */
config({ ...en(), jitless: true });

export * from 'zod/v4';
