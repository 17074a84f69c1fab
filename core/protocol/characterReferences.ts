/**
 * HTML's character references for the characters that a secret in a header can have, U+0000 to
 * U+00FF: all names of WHATWG's list
 * (https://html.spec.whatwg.org/multipage/named-characters.html), and numbers.
 */

/** Names, and the code of their character. */
const ASCII = `
Tab 9 NewLine 10 excl 33 QUOT 34 quot 34 num 35 dollar 36 percnt 37 AMP 38 amp 38 apos 39 lpar
40 rpar 41 ast 42 midast 42 plus 43 comma 44 period 46 sol 47 colon 58 semi 59 LT 60 lt 60
equals 61 GT 62 gt 62 quest 63 commat 64 lbrack 91 lsqb 91 bsol 92 rbrack 93 rsqb 93 Hat 94
UnderBar 95 lowbar 95 DiacriticalGrave 96 grave 96 lbrace 123 lcub 123 VerticalLine 124 verbar
124 vert 124 rbrace 125 rcub 125
`;

/** Characters from U+00A0 on, in order; names of the same character are joined by a slash. */
const LATIN_1 = `
NonBreakingSpace/nbsp iexcl cent pound curren yen brvbar sect Dot/DoubleDot/die/uml COPY/copy
ordf laquo not shy REG/circledR/reg macr/strns deg PlusMinus/plusmn/pm sup2 sup3
DiacriticalAcute/acute micro para CenterDot/centerdot/middot Cedilla/cedil sup1 ordm raquo
frac14 frac12/half frac34 iquest Agrave Aacute Acirc Atilde Auml Aring/angst AElig Ccedil Egrave
Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times
Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig
ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde
ouml div/divide oslash ugrave uacute ucirc uuml yacute thorn yuml
`;

const LONGEST_NAME = 16;
/** Maximum length of a number; zeros in front do not change it. */
const LONGEST_NUMBER = 24;
/** Maximum number of characters between `&` and `;` in a reference. */
export const LONGEST_REFERENCE = Math.max(LONGEST_NAME, LONGEST_NUMBER);

let codes: Map<string, number> | undefined;

/** The names; made when the first reference is read. */
function names(): Map<string, number> {
	if (codes) return codes;
	codes = new Map();
	const ascii = ASCII.trim().split(/\s+/);
	for (let i = 0; i < ascii.length; i += 2) codes.set(ascii[i], Number(ascii[i + 1]));
	for (const [i, same] of LATIN_1.trim().split(/\s+/).entries()) {
		for (const name of same.split('/')) codes.set(name, 0xa0 + i);
	}
	return codes;
}

/**
 * The character of a reference without its `&` and `;`, as a UTF-16 unit; undefined if it has none.
 */
export function referenced(reference: string): number | undefined {
	if (!reference.startsWith('#')) return names().get(reference);
	const number = /^#(?:[xX]([\da-fA-F]+)|(\d+))$/.exec(reference);
	if (!number) return undefined;
	const code = number[1] ? parseInt(number[1], 16) : Number(number[2]);
	return code <= 0xffff ? code : undefined;
}
