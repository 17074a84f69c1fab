import type { Row } from '../lib/row';
import { row as walk } from './01-walk';
import { row as workflow } from './02-workflow';
import { row as inputs } from './03-inputs';
import { row as rateLimit } from './04-rateLimit';
import { row as poll } from './06-poll';
import { row as verify } from './07-verify';
import { row as coldStart } from './08-coldStart';
import { row as load } from './09-load';
import { row as exported } from './10-export';
import { row as readers } from './11-readers';
import { row as batches } from './12-batches';

/** The rows of the comparison, in order. */
export const rows: readonly Row[] = [
	walk,
	workflow,
	inputs,
	rateLimit,
	poll,
	verify,
	coldStart,
	load,
	exported,
	readers,
	batches,
];
