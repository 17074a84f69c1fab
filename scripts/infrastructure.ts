import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { stackIdOf } from '../infrastructure/lib/options';
import { options } from '../infrastructure/options';
import { buildLambdas } from '../lambdas/build/lambdas';
import { ended, pythonPackages } from '../lab/kit/system/tools';

/**
 * `npm run infrastructure -- synth` and `npm run infrastructure -- deploy`: install the stack's own tools if they are missing, check
 * infrastructure/options.ts, bundle the functions, and run CDK. `synth` prints what the template
 * deploys and who is told by its alarms. Arguments after `--` are passed to it. `deploy` prepares the account
 * and region first (bootstrap), which has no effect if it was done before. `npm run infrastructure -- lint`
 * checks the output of `synth`, and the templates of examples/aws, with cfn-lint, `npm run infrastructure -- oncall` simulates troubles and looks for their alarms; it exits with status 75 if cfn-lint cannot be
 * installed.
 */
const FOLDER = path.resolve(__dirname, '../infrastructure');

const TEMPLATE = path.join(FOLDER, 'cdk.out', `${stackIdOf(options)}.template.json`);

/** Templates of what others put in front of the functions. */
const EXAMPLES = path.resolve(__dirname, '../examples/aws');

function run(command: string, args: readonly string[], more: Record<string, string> = {}): void {
	const { status, error } = spawnSync(command, args, {
		cwd: FOLDER,
		stdio: 'inherit',
		env: { ...environment(), ...more },
	});
	if (error) throw error;
	if (status !== 0) throw new Error(`${command} ${args[0]} ended with status ${status}`);
}

/** CDK's own tools first; and no notices of CDK, which need the network. */
function environment(): NodeJS.ProcessEnv {
	const bin = path.join(FOLDER, 'node_modules', '.bin');
	return {
		...process.env,
		PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}`,
		CDK_DISABLE_CLI_TELEMETRY: 'true',
		LAMBDA_BUNDLES: path.resolve(FOLDER, '../dist-lambdas'),
	};
}

async function main(): Promise<void> {
	const [action, ...rest] = process.argv.slice(2);
	if (action === 'lint') return lint();
	if (!existsSync(path.join(FOLDER, 'node_modules', 'aws-cdk-lib'))) {
		console.log('Installing the tools of infrastructure/ …');
		run('npm', ['ci']);
	}
	if (action === 'test') return run('npm', ['test', '--silent']);
	if (action === 'oncall') return run('node', ['--import', 'tsx', 'oncall/main.ts']);
	if (action !== 'synth' && action !== 'deploy') {
		throw new Error(`synth, deploy, test, oncall or lint; given: ${action ?? 'nothing'}`);
	}
	try {
		run('node', ['--import', 'tsx', 'check.ts']);
	} catch {
		// It has printed what is wrong with the options: nothing is to be added.
		process.exitCode = 1;
		return;
	}
	const built = await buildLambdas({ architecture: options.architecture, zip: false });
	console.log(`Bundled ${built.map(({ name }) => name).join(', ')}`);
	if (action === 'deploy') {
		run('cdk', ['bootstrap']);
		return run('cdk', ['deploy', ...rest]);
	}
	run('cdk', ['synth', '--quiet', ...rest]);
	console.log(`Wrote ${path.relative(process.cwd(), TEMPLATE)}`);
	run('node', ['--import', 'tsx', 'report.ts']);
}

/** Any error or warning fails. */
function lint(): void {
	if (!existsSync(TEMPLATE))
		throw new Error('There is no template yet: npm run infrastructure -- synth');
	const tool = pythonPackages('cfn-lint', path.join(FOLDER, 'requirements.txt'));
	const examples = readdirSync(EXAMPLES).map((name) => path.join(EXAMPLES, name));
	const program = path.join(tool.folder, 'bin/cfn-lint');
	run('python3', [program, TEMPLATE, ...examples], tool.environment);
	console.log('cfn-lint found nothing');
}

main().catch(ended);
