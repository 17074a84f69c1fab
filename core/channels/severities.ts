import type { Severity } from '../events/item';

/** The sign before a title, for channels that have no field for the severity. */
export const SIGNS: Readonly<Record<Severity, string>> = {
	critical: '🔴',
	warning: '🟠',
	info: '🔵',
	resolved: '🟢',
};

/** The color of a message, for channels that have one: #rrggbb. */
export const COLORS: Readonly<Record<Severity, `#${string}`>> = {
	critical: '#e74c3c',
	warning: '#e67e22',
	info: '#3498db',
	resolved: '#2ecc71',
};
