// The picture says how far the outline is: half means on it.
uniform sampler2D u_texture;
varying vec4 v_colour;
varying vec2 v_at;
void main() {
    float distance = texture2D(u_texture, v_at).a - 0.5;
    float pixel = max(fwidth(distance), 0.001);
    gl_FragColor = vec4(v_colour.rgb, v_colour.a * clamp(distance / pixel + 0.5, 0.0, 1.0));
}
