import { catalogue, describeOperation } from '../core';

/** Prints every operation of the catalogue as a JSON array, and nothing else. */
process.stdout.write(`${JSON.stringify(catalogue.map(describeOperation), null, 2)}\n`);
