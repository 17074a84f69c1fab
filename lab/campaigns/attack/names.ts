import dns from 'node:dns';

type Lookup = typeof dns.lookup;
type Answers = (name: string, count: number) => string[] | undefined;

/**
 * Runs with a name service that answers for some names, `count` being how often one was asked for.
 * Everything else is looked up as ever.
 */
export async function withNames<T>(answers: Answers, run: () => Promise<T>): Promise<T> {
	const original = dns.lookup;
	const asked = new Map<string, number>();
	const lookup = (name: string, ...rest: unknown[]) => {
		const count = asked.get(name) ?? 0;
		asked.set(name, count + 1);
		const found = answers(name, count);
		if (!found) return (original as (...given: unknown[]) => void)(name, ...rest);
		const callback = rest.at(-1) as (error: null, address: unknown, family?: number) => void;
		const options = rest.length > 1 ? (rest[0] as { all?: boolean }) : {};
		const addresses = found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
		setImmediate(() => {
			if (options.all) callback(null, addresses);
			else callback(null, addresses[0].address, addresses[0].family);
		});
	};
	dns.lookup = lookup as unknown as Lookup;
	try {
		return await run();
	} finally {
		dns.lookup = original;
	}
}
