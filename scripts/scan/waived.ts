/** Rules of n8n's linters that the package does not keep, by their names, with the reason. */
export const WAIVED: Readonly<Record<string, string>> = {
	'n8n-nodes-base/node-param-options-type-unsorted-items':
		"n8n's list of the triggers and actions of a community node has no search, so the menus are in the order of use (subjects/order.ts)",
};
