import type { BuildOptions } from 'esbuild';

/** The module of a function that Lambda loads. */
export const HANDLER = 'handler.mjs';

/** Options of all builds of functions. Names of functions and lines stay: stack traces show them. */
export const OUTPUT = {
	bundle: true,
	platform: 'node',
	target: 'node24',
	mainFields: ['module', 'main'],
	minifySyntax: true,
	minifyWhitespace: true,
	lineLimit: 120,
	legalComments: 'none',
	logLevel: 'warning',
} satisfies BuildOptions;

/** The `require` of bundled CommonJS, which asks for built-in modules, and of late libraries. */
export const REQUIRE =
	"const require=id=>(require.real??=process.getBuiltinModule('module').createRequire(import.meta.url))(id);";
