/** One field of a cron expression of EventBridge Scheduler. */
interface CronField {
	name: string;
	least: number;
	most: number;
	/** Names that stand for numbers; the first one for `least`. */
	words?: readonly string[];
	/** Forms beyond lists, ranges and steps. */
	special?: RegExp;
}

const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');
const DAYS = 'SUN MON TUE WED THU FRI SAT'.split(' ');
const DAY_OF_WEEK = `(?:[1-7]|${DAYS.join('|')})`;

/** https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html#cron-based */
const FIELDS: readonly CronField[] = [
	{ name: 'minutes', least: 0, most: 59 },
	{ name: 'hours', least: 0, most: 23 },
	{
		name: 'day of month',
		least: 1,
		most: 31,
		special: /^(?:\?|L|LW|L-(?:[12]?\d|30)|(?:[1-9]|[12]\d|3[01])W)$/,
	},
	{ name: 'month', least: 1, most: 12, words: MONTHS },
	{
		name: 'day of week',
		least: 1,
		most: 7,
		words: DAYS,
		special: new RegExp(`^(?:\\?|L|${DAY_OF_WEEK}L|${DAY_OF_WEEK}#[1-5])$`),
	},
	{ name: 'year', least: 1970, most: 2199 },
];

/**
 * Fault of a schedule's expression, or undefined: `rate(5 minutes)`, `cron(0 6 * * ? *)` or
 * `at(2026-12-01T06:00:00)`, by the rules of EventBridge Scheduler, which AWS checks only when the
 * stack is deployed.
 */
export function expressionProblem(expression: string): string | undefined {
	const [, form = '', content = ''] = /^(rate|cron|at)\(([^()]*)\)$/.exec(expression) ?? [];
	switch (form) {
		case 'rate':
			return rateProblem(content);
		case 'cron':
			return cronProblem(content);
		case 'at':
			return atProblem(content);
		default:
			return 'must be rate(…), cron(…) or at(…), such as "cron(0 6 * * ? *)"';
	}
}

function rateProblem(content: string): string | undefined {
	const [, count, unit] = /^([1-9]\d*) (minute|hour|day)s?$/.exec(content) ?? [];
	const form =
		'must be rate(<number> <unit>) with a whole number from 1 and minutes, hours or days';
	if (!unit) return `${form}, such as "rate(5 minutes)"`;
	const right = count === '1' ? unit : `${unit}s`;
	return content === `${count} ${right}` ? undefined : `must be "rate(${count} ${right})"`;
}

function atProblem(content: string): string | undefined {
	const isTime =
		/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/.test(content) &&
		// A day that a month does not have becomes one of the next month.
		toSeconds(Date.parse(`${content}Z`)) === content;
	return isTime ? undefined : 'must be at(yyyy-mm-ddThh:mm:ss) with an existing date and time';
}

function toSeconds(ms: number): string | undefined {
	return Number.isNaN(ms) ? undefined : new Date(ms).toISOString().slice(0, 19);
}

function cronProblem(content: string): string | undefined {
	const fields = content.split(' ');
	if (fields.length !== FIELDS.length || fields.includes('')) {
		const names = FIELDS.map(({ name }) => name).join(', ');
		return `must have six fields, separated by one space each (${names}); it has ${fields.filter(Boolean).length}`;
	}
	const problems = fields.flatMap((text, index) => fieldProblem(FIELDS[index], text) ?? []);
	if (problems.length > 0) return problems.join('; ');
	const [, , dayOfMonth, , dayOfWeek] = fields;
	if ((dayOfMonth === '?') === (dayOfWeek === '?')) {
		return 'must have "?" as day of month or as day of week, and not as both';
	}
	return undefined;
}

function fieldProblem(field: CronField, text: string): string | undefined {
	const { name, least, most, words, special } = field;
	if (special?.test(text)) return undefined;
	for (const part of text.split(',')) {
		const [range, step, ...more] = part.split('/');
		const [from, to, ...rest] = range.split('-');
		const ends = [from, to].filter((end) => end !== undefined);
		const numbers = ends.map((end) => (end === '*' ? least : numberOf(field, end)));
		const isValid =
			more.length === 0 &&
			rest.length === 0 &&
			numbers.every((number) => number !== undefined) &&
			!(to !== undefined && ends.includes('*')) &&
			(step === undefined || (/^\d+$/.test(step) && Number(step) >= 1 && Number(step) <= most));
		if (!isValid) {
			const named = words ? ` or ${words[0]}-${words.at(-1)}` : '';
			return `its ${name} must be ${least} to ${most}${named}, as lists, ranges or steps; given: ${JSON.stringify(text)}`;
		}
		const [first, last = first] = numbers as number[];
		if (first > last)
			return `its ${name} has a range that ends before it begins: ${JSON.stringify(part)}`;
	}
	return undefined;
}

function numberOf({ least, most, words }: CronField, text: string): number | undefined {
	const word = words?.indexOf(text) ?? -1;
	if (word >= 0) return least + word;
	const number = /^\d{1,4}$/.test(text) ? Number(text) : NaN;
	return number >= least && number <= most ? number : undefined;
}

/** Fault of the name of a time zone, or undefined. Names are those of the IANA database. */
export function timeZoneProblem(name: string): string | undefined {
	const rule = 'must be the name of a time zone (IANA), such as "Europe/Berlin" or "UTC"';
	// Offsets such as +01:00 are accepted by Intl, but not by EventBridge Scheduler.
	if (!/^[A-Za-z]/.test(name)) return rule;
	try {
		const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
		const differsInCase = timeZone !== name && timeZone.toLowerCase() === name.toLowerCase();
		return differsInCase
			? `must be ${JSON.stringify(timeZone)}: upper and lower case matter`
			: undefined;
	} catch {
		return rule;
	}
}
