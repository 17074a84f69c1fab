/**
 * The code with `require` in place of `import()`, for files of the package, and in place of esbuild's
 * `__toESM(require())`. n8n loads CommonJS: for `import()`, Node.js reads each file twice and searches it
 * for its exports, and `__toESM` copies all exports of a module. No file of the package imports a default.
 */
export function requiring(code: string): string {
	return (
		code
			.replace(/\b__toESM\((require\("[^"]+"\))\)/g, '$1')
			// Waited for at once: what `require` throws rejects the same function.
			.replace(/\(await import\(("\.[^"]+")\)\)/g, 'require($1)')
			.replace(/\bawait import\(("\.[^"]+")\)/g, 'require($1)')
			.replace(/\bimport\(("\.[^"]+")\)/g, 'Promise.resolve().then(() => require($1))')
	);
}
