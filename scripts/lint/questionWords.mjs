/**
 * ESLint rule: a docstring or a line comment must not open with a question word. Of line comments on
 * consecutive lines, only the first one opens. Directives such as `eslint-disable` never match.
 */

const WORDS = /^\s*(?:What|Whom|Whose|Who|Where|Which|How|Whether|Why|When)\b/i;

/** True if a line comment continues the line comment on the line before it. */
function continues(comment, before) {
	return (
		comment.type === 'Line' &&
		before?.type === 'Line' &&
		before.loc.end.line === comment.loc.start.line - 1 &&
		before.loc.start.column === comment.loc.start.column
	);
}

/** Text of a docstring or line comment without its markers; undefined for other comments. */
function textOf({ type, value }) {
	if (type === 'Line') return value;
	return type === 'Block' && value.startsWith('*') ? value.replace(/^\*[\s*]*/, '') : undefined;
}

const questionWords = {
	meta: {
		type: 'suggestion',
		docs: { description: 'Disallow comments that open with a question word' },
		messages: {
			opening: 'A comment says what a thing is, returns or does: begin with a noun or a verb.',
		},
		schema: [],
	},
	create({ report, sourceCode }) {
		return {
			Program() {
				const comments = sourceCode.getAllComments();
				comments.forEach((comment, index) => {
					if (continues(comment, comments[index - 1])) return;
					if (!WORDS.test(textOf(comment) ?? '')) return;
					report({ loc: comment.loc, messageId: 'opening' });
				});
			},
		};
	},
};

export default { meta: { name: 'comments' }, rules: { 'question-words': questionWords } };
