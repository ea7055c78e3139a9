attribute vec3 a_position;
varying vec3 v_colour;
void main() {
    float up = 0.5 + 0.5 * a_position.y;
    v_colour = mix(vec3(0.40, 0.31, 0.29), vec3(0.12, 0.10, 0.15), smoothstep(0.30, 1.0, up));
    gl_Position = vec4(a_position.xy, 0.9999, 1.0);
}
