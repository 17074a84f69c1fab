/** True for white space and invisible characters, such as those that remain when text is copied. */
function isInvisible(code: number): boolean {
	return (
		/\s/.test(String.fromCharCode(code)) ||
		code === 0xad ||
		(code >= 0x200b && code <= 0x200f) ||
		// Copied texts may contain direction marks; the direction overrides after them can only
		// disguise a text.
		(code >= 0x202a && code <= 0x202c) ||
		(code >= 0x2060 && code <= 0x206f)
	);
}

/** A text without white space and invisible characters at its ends, in linear time. */
export function trimmed(text: string): string {
	let start = 0;
	let end = text.length;
	while (start < end && isInvisible(text.charCodeAt(start))) start++;
	while (end > start && isInvisible(text.charCodeAt(end - 1))) end--;
	return text.slice(start, end);
}
