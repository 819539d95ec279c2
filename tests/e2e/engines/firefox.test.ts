import { firefox } from './firefox.ts';
import { tellStory } from './story.ts';

tellStory('Firefox', firefox);
