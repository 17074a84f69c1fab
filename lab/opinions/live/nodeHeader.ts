/** Name and value of a node's header, from a text such as `Name: value`. Throws a RangeError. */
export function nodeHeader(text: string | undefined): {
	nodeHeaderName?: string;
	nodeHeaderSecret?: string;
} {
	if (!text) return {};
	const [, name, value] = /^([^:]+):\s*(.+)$/.exec(text) ?? [];
	if (!name) throw new RangeError('AVALANCHE_NODE_HEADER must be "Name: value"');
	return { nodeHeaderName: name, nodeHeaderSecret: value };
}
