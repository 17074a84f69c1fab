/**
 * Addresses that look like another one. Wallets show the first and the last four digits of an address, and
 * whoever computes enough keys gets any eight.
 */

/** Addresses that the state remembers. */
export const MOST_MET = 100;

const endDigits = (address: string) => {
	const digits = address.toLowerCase().slice(2);
	return digits.slice(0, 4) + digits.slice(-4);
};

/** The address among `others` that looks like this one, and is another; undefined if there is none. */
export function lookAlikeOf(address: string, others: Iterable<string>): string | undefined {
	const [own, ends] = [address.toLowerCase(), endDigits(address)];
	for (const other of others) {
		if (endDigits(other) === ends && other.toLowerCase() !== own) return other;
	}
	return undefined;
}
