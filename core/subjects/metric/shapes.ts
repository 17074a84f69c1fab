import * as out from '../../fields/outputs';
import { page } from '../../operations/pages';

/**
 * A series, newest point first. The newest point is incomplete and changes until its interval is
 * over. The service omits `results` if there are none, and sends some values as text.
 */
export function series<O extends out.Output>(value: O) {
	return page({
		results: out.optional(out.objects(point(value))),
	});
}

/** One point of a series. */
export function point<O extends out.Output>(value: O) {
	return { timestamp: out.seconds('Start of the interval'), value };
}

/** One value for each of seven windows that end now. */
export function windows<O extends out.Output>(value: O) {
	return out.optionalParts({
		lastHour: value,
		lastDay: value,
		lastWeek: value,
		lastMonth: value,
		last90Days: value,
		lastYear: value,
		allTime: value,
	});
}

const COUNT = out.count('How many');
const PER_SECOND = out.rate('Per second');
const GAS_PRICE = out.decimal({
	note: 'Price of one unit of gas',
	unit: 'nano native token (nAVAX on the C-Chain)',
});
const FEES = out.decimal({ note: 'Fees paid', unit: 'whole native token (AVAX on the C-Chain)' });

/** The value of a chain's metric, in the unit of the metric. */
export function chainValue() {
	return out.byInput(
		'metric',
		{
			gasUsed: out.gas('Gas used'),
			avgGps: PER_SECOND,
			maxGps: PER_SECOND,
			avgTps: PER_SECOND,
			maxTps: PER_SECOND,
			avgGasPrice: GAS_PRICE,
			maxGasPrice: GAS_PRICE,
			feesPaid: FEES,
		},
		COUNT,
	);
}
