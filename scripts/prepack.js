'use strict';

/**
 * `npm pack` and `npm publish` pack what this builds. Plain JavaScript: it must report missing
 * development tools itself.
 */

const { spawnSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const path = require('node:path');

const ROOT = path.resolve(__dirname, '..');

function build() {
	if (!existsSync(path.join(ROOT, 'node_modules/.bin/n8n-node'))) {
		console.error(
			'The package is built before it is packed, and its development tools are not installed: run "npm ci --ignore-scripts" first.',
		);
		return 1;
	}
	// The output of npm pack --json is read by programs: the build writes to the error output.
	const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
		cwd: ROOT,
		stdio: ['ignore', 2, 2],
	});
	return status ?? 1;
}

process.exitCode = build();
