/** Rules of n8n's linters that the package does not keep, by their names, with the reason. */
export const WAIVED: Readonly<Record<string, string>> = {
	'n8n-nodes-base/node-param-options-type-unsorted-items':
		"n8n's list of the triggers and actions of a community node has no search, so the menus are in the order of use (core/subjects/order.ts)",
	'non-required-fields-in-collection':
		'fields that most calls set are shown without a click; saved workflows have their values there',
	'prefer-declarative-style':
		'exempt: paging, binary data, triggers, and several requests for one operation',
	'no-hardcoded-ids': 'the IDs in the sources are public ones, of networks and contracts',
	'icon-contrast': 'the icons are files for the light and the dark theme',
	'no-logic-or-flow-nodes': 'the nodes call a service; Format and Decode belong to its data',
};
