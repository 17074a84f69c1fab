import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stackIdOf } from './lib/options';
import { summaryOf, type TemplateContent } from './lib/summary';
import { options } from './options';

/** Prints what the template of the last synthesis deploys. */
const file = path.join(__dirname, 'cdk.out', `${stackIdOf(options)}.template.json`);
console.log(summaryOf(JSON.parse(readFileSync(file, 'utf8')) as TemplateContent).join('\n'));
