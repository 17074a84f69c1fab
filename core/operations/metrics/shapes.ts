import * as out from '../../fields/outputs';
import { page } from '../pages';

/**
 * A series, newest point first. The newest point is not finished and changes until its interval is
 * over. The service leaves `results` out where it has none, and sends some values as text.
 */
export function series<O extends out.Output>(value: O) {
	return page({
		results: out.objects(point(value)),
	});
}

/** One point of a series. */
export function point<O extends out.Output>(value: O) {
	return { timestamp: out.seconds('Start of the interval'), value };
}

/** One value for each of seven windows that end now. */
export function windows<O extends out.Output>(value: O) {
	return {
		lastHour: value,
		lastDay: value,
		lastWeek: value,
		lastMonth: value,
		last90Days: value,
		lastYear: value,
		allTime: value,
	};
}

const COUNT = out.count('How many');
const PER_SECOND = out.rate('Per second');
const GAS_PRICE = out.decimal({
	note: 'Price of one unit of gas',
	unit: 'nano native token (nAVAX on the C-Chain)',
});
const FEES = out.decimal({ note: 'Fees paid', unit: 'whole native token (AVAX on the C-Chain)' });

/** The value of a chain's metric: its unit follows the metric. */
export function chainValue() {
	return out.byInput(
		'metric',
		{
			gasUsed: out.count({ note: 'Gas used', unit: 'gas' }),
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
